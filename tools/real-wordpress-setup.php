<?php
/* Installs the site of wp-config.php and prints what signs in to it, as JSON. Run on the command line: php real-wordpress-setup.php <wordpress> <password> */
[, $wordpress, $password] = $argv;
$_SERVER['HTTP_HOST'] = '127.0.0.1';
$_SERVER['REQUEST_METHOD'] = 'GET';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
define('WP_INSTALLING', true);
/* No mail leaves a test. */
function wp_mail() { return true; }
require $wordpress . '/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Real Bread', 'editor', 'editor@example.com', true, '', $password);
switch_theme('twentytwentythree');
update_option('permalink_structure', '/%postname%/');
[$application] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'Publishing']);
/* What a new site greets with is not ours to count. */
foreach (get_posts(['post_type' => 'any', 'post_status' => 'any', 'numberposts' => -1]) as $post) wp_delete_post($post->ID, true);
echo "\nREADY " . json_encode(['applicationPassword' => WP_Application_Passwords::chunk_password($application)]) . "\n";
